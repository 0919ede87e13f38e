-- Clients that may send their secret with every request, by HTTP Basic, as programs made for other servers do
-- (docs/decisions/0092-programs-made-for-other-servers.md).

alter table cairn.client add column basic_auth boolean not null default false;
