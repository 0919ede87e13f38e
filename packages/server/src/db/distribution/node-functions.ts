/** Functions of statements for a distributed database, whose nodes do not take every statement. */

export const NODE_FUNCTIONS: readonly string[] = [
  // As migration 0023 has it, assignment by assignment: these are on the coordinator, and what they are about on the nodes.
  `create or replace function cairn.assigned_ehrs(of_person text) returns setof uuid language plpgsql stable as $$
   declare
     v record;
   begin
     for v in select a.* from cairn.assignment a
       where a.person_id = of_person and a.starts_at <= now() and (a.ends_at is null or a.ends_at > now())
     loop
       if v.kind in ('ehr', 'break_glass') then
         return next v.ehr_id;
       elsif v.kind = 'episode' then
         return query select p.ehr_id from cairn.episode p
           where p.ehr_id = v.ehr_id and p.episode_id = v.episode_id and not p.deleted
             and (p.ends_at is null or p.ends_at > now());
       else
         return query select t.ehr_id from cairn.item_tag t
           join cairn.ehr e on e.ehr_id = t.ehr_id and e.status_id = t.object_id
           where t.key = v.tag_key and t.version = 0 and (v.tag_value is null or t.value = v.tag_value);
       end if;
     end loop;
   end
   $$`,
  // The nodes aggregate nothing in a statement for a row of another table: a function does. The instances of a node, each once, by the instances of what is below it.
  `create function cairn.instance_starts(leaf jsonb, places integer) returns setof integer[]
     language plpgsql immutable strict parallel safe as $$
   begin
     return query select distinct (string_to_array(k, '.')::integer[])[:places] from jsonb_object_keys(leaf) k;
   end
   $$`,
  // The values of a leaf below an instance, by the rest of their instances; null if there are none.
  `create function cairn.leaf_below(leaf jsonb, at text) returns jsonb
     language plpgsql immutable strict parallel safe as $$
   begin
     return (
       select jsonb_object_agg(substr(e.key, length(at) + 2), e.value) from jsonb_each(leaf) e
       where starts_with(e.key, at || '.')
     );
   end
   $$`,
]
