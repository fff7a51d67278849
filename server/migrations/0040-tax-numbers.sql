-- A payer's own tax numbers, written as its tax office writes them; each null where it has none or gives none.
alter table customers.billing_entities
  add column gst_hst_number text,            -- Canada: 123456782 RT0001
  add column qst_number text,                -- Quebec: 1234567890 TQ0001
  add column ein text;                       -- USA: 12-3456789
