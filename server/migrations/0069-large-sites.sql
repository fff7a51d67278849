-- no transaction
-- A statement is planned once for all sites, as for one of middling size: where most are small, the largest was read from end to end
-- for a few of its animals. Planned as if there were eight sites, whatever names rows finds them by the index that names them
-- (decision 0163).
alter table herd.animals alter column site_id set (n_distinct = 8);
alter table herd.changes alter column site_id set (n_distinct = 8);
alter table herd.demo alter column site_id set (n_distinct = 8);
alter table herd.event_animals alter column site_id set (n_distinct = 8);
alter table herd.events alter column site_id set (n_distinct = 8);
alter table herd.findings alter column site_id set (n_distinct = 8);
alter table herd.identifiers alter column site_id set (n_distinct = 8);
alter table herd.imports alter column site_id set (n_distinct = 8);
alter table herd.late_truths alter column site_id set (n_distinct = 8);
alter table herd.lots alter column site_id set (n_distinct = 8);
alter table herd.pen_events alter column site_id set (n_distinct = 8);
alter table herd.pens alter column site_id set (n_distinct = 8);
alter table herd.product_versions alter column site_id set (n_distinct = 8);
alter table herd.products alter column site_id set (n_distinct = 8);
alter table herd.ship_entries alter column site_id set (n_distinct = 8);
alter table herd.ship_lists alter column site_id set (n_distinct = 8);
alter table herd.stays alter column site_id set (n_distinct = 8);
alter table herd.stock_lots alter column site_id set (n_distinct = 8);
alter table herd.treatments alter column site_id set (n_distinct = 8);
alter table herd.viewers alter column site_id set (n_distinct = 8);
alter table herd.weights alter column site_id set (n_distinct = 8);
alter table herd.withdrawals alter column site_id set (n_distinct = 8);
-- It counts from the next look at a table on.
analyze herd.animals,
  herd.changes,
  herd.demo,
  herd.event_animals,
  herd.events,
  herd.findings,
  herd.identifiers,
  herd.imports,
  herd.late_truths,
  herd.lots,
  herd.pen_events,
  herd.pens,
  herd.product_versions,
  herd.products,
  herd.ship_entries,
  herd.ship_lists,
  herd.stays,
  herd.stock_lots,
  herd.treatments,
  herd.viewers,
  herd.weights,
  herd.withdrawals;
