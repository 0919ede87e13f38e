/** Functions of statements for a distributed database, whose nodes do not take every statement. */

export const NODE_FUNCTIONS: readonly string[] = [
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
