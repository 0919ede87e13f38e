-- A condition on a subscription: it gets the events whose record brings other rows of the query. See docs/decisions/0118-a-query-on-a-subscription.md.

alter table cairn.subscription
  -- AQL; null: no condition.
  add column q text,
  -- Values of its parameters, by name.
  add column query_parameters jsonb;
