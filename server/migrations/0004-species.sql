-- What can be raised. Ids are the same everywhere; contract/src/species.ts holds the same list.
create table species.species (
  id uuid primary key,
  name text not null check (length(name) between 1 and 100)
);
create unique index species_name on species.species (name);

insert into species.species (id, name) values
  ('019a0000-0000-7000-a000-000000000001', 'Beef Cattle'),
  ('019a0000-0000-7000-a000-000000000002', 'Bison'),
  ('019a0000-0000-7000-a000-000000000003', 'Chicken'),
  ('019a0000-0000-7000-a000-000000000004', 'Dairy Cattle'),
  ('019a0000-0000-7000-a000-000000000005', 'Deer'),
  ('019a0000-0000-7000-a000-000000000006', 'Elk'),
  ('019a0000-0000-7000-a000-000000000007', 'Goat'),
  ('019a0000-0000-7000-a000-000000000008', 'Horse'),
  ('019a0000-0000-7000-a000-000000000009', 'Sheep'),
  ('019a0000-0000-7000-a000-00000000000a', 'Swine'),
  ('019a0000-0000-7000-a000-00000000000b', 'Turkey'),
  ('019a0000-0000-7000-a000-00000000000c', 'Veal Calf');
