"""The socket protocol: connections, frames, outboxes."""
