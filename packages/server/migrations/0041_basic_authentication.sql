-- Programs that were made for other servers send their secret with every request
-- (docs/decisions/0091-programs-made-for-other-servers.md).

alter table cairn.client
  -- True: the client may send its id and secret with every request, by HTTP Basic, at the addresses of CAIRN_PREFIXES.
  add column basic_auth boolean not null default false;
