-- The second factor of accounts with a password, and the time at which a session was last proved to be the person's
-- (docs/decisions/0080-fresh-authentication-and-second-factor.md).

create table cairn.totp (
  person_id text primary key references cairn.person,
  -- Sealed.
  secret bytea not null,
  -- The last step of 30 seconds whose code was used. A code counts only for a later one, so each works once, whatever the clock says.
  last_step bigint not null
);

alter table cairn.person_session
  add column authenticated_at timestamptz,
  add column second_factor boolean;

-- When a provider asked for the password is not known of sessions from before: they are confirmed first.
update cairn.person_session set
  authenticated_at = case when method in ('password', 'passkey', 'recovery', 'invitation') then started_at else 'epoch' end,
  second_factor = method not in ('password', 'recovery', 'invitation');

alter table cairn.person_session
  alter column authenticated_at set not null,
  alter column second_factor set not null;
