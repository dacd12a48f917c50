"""What happens without a request.

live           sends the devices that follow a game its current state. Start reading here
event_stream   the stream to one device, *stream_slots* who may follow when many want to
notifications  reports the changes made by other processes
background     makes the moves that games make by themselves, and deletes old games
"""
