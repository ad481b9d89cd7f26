package groups
