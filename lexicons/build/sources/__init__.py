"""Where the data comes from: the manifests of the pinned sources, and how their files are fetched and opened."""
