"""Answer questions about words over TCP with asyncio: one line of text for each line that a client sends.

    python -m recipes.answer_lines [--port 4711]

    check facile F lec    ->  facile +              (a word, the majuscule, the minuscules; « . » for no majuscule)
    find F lec            ->  facile faculté …      (the most frequent words that fit)
    family jouet          ->  jeu 36                (the roots of its families, and how many words each has)

A verdict takes microseconds, so it is worked out at once; what takes longer runs in a thread, so that no other client
waits for it. All connections and threads share one judge.
"""

from __future__ import annotations

import argparse
import asyncio
import sys

from belettre_lexicon import ArgumentError, Judge, Lexicon

#: The most words that « find » answers, and the most bytes in a line of a client.
MOST_WORDS, MOST_BYTES = 20, 1000


async def answer(judge: Judge, question: str) -> str:
    """Return the answer to one line of a client."""
    command, *words = question.split()
    try:
        match command, *words:
            case ["check", word, *cards] if len(cards) <= 2:
                initial, letters = (*cards, "", "")[:2]
                verdict = judge(word, initial=initial.strip(".") or None, letters=letters)
                return f"{word} +" if verdict else f"{word} - {','.join(verdict.reasons)}"
            case ["find", initial, letters]:
                found = await asyncio.to_thread(judge.find, initial.strip(".") or None, letters, limit=MOST_WORDS)
                return " ".join(word.spelling for word in found)
            case ["family", word]:
                trees = await asyncio.to_thread(judge.lexicon.family, word)
                return ", ".join(f"{tree.root.spelling} {len(tree)}" for tree in trees)
            case _:
                return f"error: unknown question {question!r}"
    except ArgumentError as error:
        return f"error: {error}"


async def serve(judge: Judge, port: int, host: str = "127.0.0.1") -> asyncio.Server:
    """Start to listen and return the server. Port 0 lets the system choose a port."""

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while line := await reader.readline():
                if question := line.decode("utf-8", "replace").strip():
                    writer.write(f"{await answer(judge, question)}\n".encode())
                    await writer.drain()
        except ValueError:
            writer.write(f"error: more than {MOST_BYTES} bytes in a line\n".encode())
        except ConnectionError:  # the client is gone
            pass
        finally:
            writer.close()

    return await asyncio.start_server(talk, host, port, limit=MOST_BYTES)


async def run(port: int) -> None:
    """Answer until the program is stopped. The lexicon is read and verified first, since the program runs for long."""
    async with await serve(Judge(Lexicon.open(verify=True)), port) as server:
        await server.serve_forever()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--port", type=int, default=4711, help="the port to listen on (4711)")
    try:
        asyncio.run(run(parser.parse_args().port))
    except KeyboardInterrupt:
        sys.exit(130)
