-- Finds the few messages that have not arrived among all that ever left, for what operators watch.

create index webhook_deliveries_not_arrived on customers.webhook_deliveries (state, webhook_id)
where state in ('waiting', 'failed');
