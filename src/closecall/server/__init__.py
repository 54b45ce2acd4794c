"""The table server: people and bots at tables, over HTTP and sockets."""
