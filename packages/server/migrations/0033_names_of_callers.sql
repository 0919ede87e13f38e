-- A person and a client never have the same id: each id is taken once, for one of the two kinds.
-- See docs/decisions/0077-a-token-says-whose-it-is.md.
create table cairn.caller_name (
  -- In small letters, since people read "Ward" and "ward" as one name.
  name text primary key,
  kind text not null check (kind in ('person', 'client'))
);

insert into cairn.caller_name (name, kind) select distinct lower(client_id), 'client' from cairn.client;
insert into cairn.caller_name (name, kind) select person_id, 'person' from cairn.person on conflict do nothing;

do $$
declare
  pair record;
begin
  for pair in
    select p.person_id, c.client_id from cairn.person p join cairn.client c on lower(c.client_id) = p.person_id order by 1, 2
  loop
    raise warning 'The person "%" has the same id as the client "%". Before this upgrade, tokens of that person in that client had the rights of the client. Check the audit trail of the client, then delete the client or disable the person.',
      pair.person_id, pair.client_id;
  end loop;
end
$$;

-- People of a hospital's identity provider come in through it alone.
delete from cairn.passkey k using cairn.person p where p.person_id = k.person_id and p.provider is not null;
delete from cairn.person_password w using cairn.person p where p.person_id = w.person_id and p.provider is not null;
delete from cairn.recovery_code r using cairn.person p where p.person_id = r.person_id and p.provider is not null;
delete from cairn.invitation i using cairn.person p where p.person_id = i.person_id and p.provider is not null;
