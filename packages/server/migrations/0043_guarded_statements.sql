-- Statements of callers with limited rights have the conditions on rows in themselves
-- (docs/decisions/0094-statements-made-for-their-tables.md), so no views keep them.

do $$
declare
  suffix text;
  viewed text;
begin
  foreach suffix in array array['by_ehr', 'by_template', 'by_both'] loop
    foreach viewed in array array['root', 'contribution', 'item_tag', 'finding', 'ehr', 'ehr_subject', 'episode',
      'erased_object', 'erased_ehr', 'template', 'datamap', 'stored_query', 'versioned_object', 'version'] loop
      -- With the function of version_…, whose argument is a row of the view.
      execute format('drop view cairn.%s_%s cascade', viewed, suffix);
    end loop;
  end loop;
end
$$;

drop function cairn.make_reach_views();
drop function cairn.template_of(uuid, uuid);
