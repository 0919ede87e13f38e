-- Subscriptions, published datamaps with their readers, and definitions of people have seals (docs/decisions/0145-what-a-verification-covers.md).
-- Seals find their rows by these. A reader is sealed with its datamap.
create index subscription_id_text on cairn.subscription ((subscription_id::text));
alter table cairn.datamap_reader add column datamap text;
update cairn.datamap_reader r set datamap = p.datamap from cairn.published_datamap p where p.publication = r.publication;
alter table cairn.datamap_reader alter column datamap set not null;
create index datamap_reader_datamap on cairn.datamap_reader (datamap);
