"""Floor 5. The JSON API: ``operations`` is the table that routes and the API document are both made of."""
