-- no transaction
-- Of a pen of many head, the few treatments of which doses are still to come.
drop index concurrently if exists herd.treatments_planned;
create index concurrently treatments_planned on herd.treatments (site_id, animal_id)
  where strpos(row, '"planned":0') = 0;
