-- Envelopes are stored without what the columns of their version say: see versions/short-envelope.ts. Those that are there stay whole.

-- Terms of the openEHR terminology, as the coded texts of an envelope have them.
create function cairn.envelope_term(code smallint) returns text language sql immutable parallel safe as $$
  select case code
    when 249 then 'creation' when 250 then 'amendment' when 251 then 'modification' when 252 then 'synthesis'
    when 253 then 'unknown' when 523 then 'deleted' when 666 then 'attestation' when 816 then 'restoration'
    when 817 then 'format conversion' when 532 then 'complete' when 553 then 'incomplete' when 800 then 'inactive'
    when 801 then 'abandoned' else '' end
$$;

create function cairn.envelope_coded_text(code smallint) returns jsonb language sql immutable parallel safe as $$
  select jsonb_build_object('_type', 'DV_CODED_TEXT', 'value', cairn.envelope_term(code), 'defining_code', jsonb_build_object(
    '_type', 'CODE_PHRASE', 'code_string', code::text,
    'terminology_id', jsonb_build_object('_type', 'TERMINOLOGY_ID', 'value', 'openehr')))
$$;

create function cairn.envelope_signature(short text, template_key integer) returns text language sql immutable parallel safe as $$
  select translate(encode(convert_to('{"alg":"EdDSA","kid":"' || split_part(short, '.', 1) || '"'
    || case when split_part(short, '.', 2) = '' then '' else ',"contribution":"' || split_part(short, '.', 2) || '"'
      || coalesce(',"template":' || template_key, '') end || '}', 'UTF8'), 'base64'), E'+/=\n', '-_')
    || '..' || split_part(short, '.', 3)
$$;

-- The envelope of a version, for queries.
create function cairn.envelope_of(v cairn.version) returns jsonb language sql stable parallel safe as $$
  select case when left(v.envelope, 1) = '{' then v.envelope::jsonb else
    jsonb_build_object(
      'signature', cairn.envelope_signature(substr(split_part(v.envelope, E'\n', 1), 2), v.template_key),
      'commit_audit', jsonb_build_object(
        '_type', 'AUDIT_DETAILS',
        'system_id', coalesce(nullif(split_part(v.envelope, E'\n', 4), '')::jsonb, to_jsonb(v.system_id)),
        'committer', split_part(v.envelope, E'\n', 2)::jsonb,
        'time_committed', jsonb_build_object('_type', 'DV_DATE_TIME', 'value',
          to_char(v.committed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"+00:00"')),
        'change_type', cairn.envelope_coded_text(v.change_type),
        'description', coalesce(nullif(split_part(v.envelope, E'\n', 3), '')::jsonb,
          jsonb_build_object('_type', 'DV_TEXT', 'value', cairn.envelope_term(v.change_type)))),
      'lifecycle_state', cairn.envelope_coded_text(v.lifecycle))
    || case when split_part(v.envelope, E'\n', 5) = '' then '{}'
      else jsonb_build_object('attestations', split_part(v.envelope, E'\n', 5)::jsonb) end
  end
$$;

-- The audit of a contribution is empty where all of its versions have the same.
