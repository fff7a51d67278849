-- Instead of 0023-plans-of-their-kind.sql where EVENT_CURSOR is numbers: a database without numbers of transactions may have no
-- constraint triggers either. Those are deferred nowhere, so that plain ones judge at the same moment.

-- What is paid for is what it says it is: a subscription's site is a site, its clinic a clinic, and the plans of
-- its item are of that product. Rows that were wrong before are not judged, so that they can still end:
-- `npm run byre -- billing trouble` lists them. Code that is older than this is judged like any other.

-- customers' word on whether there is such a place, for constraints of other modules.
create function customers.is_place(kind text, id uuid) returns boolean language sql stable as $$
  select case kind
    when 'site' then exists (select from customers.sites as s where s.id = is_place.id)
    when 'clinic' then exists (select from customers.clinics as c where c.id = is_place.id)
    else false end
$$;

create function payments.refuse_other_kind() returns trigger language plpgsql as $$
begin
  if not customers.is_place(
    case when new.site_id is null then 'clinic' else 'site' end, coalesce(new.site_id, new.clinic_id)) then
    raise exception 'a subscription is for a site or clinic of the kind it names'
      using errcode = '23514', constraint = 'subscriptions_kind';
  end if;
  return null;
end $$;
-- After the statement: a place may be set up by the same one.
create trigger subscriptions_kind after insert on payments.subscriptions
  for each row execute function payments.refuse_other_kind();
create trigger subscriptions_other_kind after update on payments.subscriptions
  for each row when ((old.site_id, old.clinic_id) is distinct from (new.site_id, new.clinic_id))
  execute function payments.refuse_other_kind();

create function payments.refuse_other_product() returns trigger language plpgsql as $$
begin
  perform from payments.subscriptions as s, payments.plans as p
  where s.id = new.subscription_id and p.id in (new.plan_id, new.pending_plan_id)
    and p.product <> case when s.site_id is null then 'clinics' else 'sites' end;
  if found then
    raise exception 'a plan is of the product of what it is bought for'
      using errcode = '23514', constraint = 'subscription_items_product';
  end if;
  return null;
end $$;
create trigger subscription_items_product after insert on payments.subscription_items
  for each row execute function payments.refuse_other_product();
create trigger subscription_items_other_product after update on payments.subscription_items
  for each row when ((old.subscription_id, old.plan_id, old.pending_plan_id)
    is distinct from (new.subscription_id, new.plan_id, new.pending_plan_id))
  execute function payments.refuse_other_product();

-- A plan never becomes another product's.
create function payments.refuse_new_product() returns trigger language plpgsql as $$
begin
  raise exception 'a plan keeps its product' using errcode = '23514', constraint = 'plans_product_kept';
end $$;
create trigger plans_product_kept before update on payments.plans
  for each row when (old.product <> new.product) execute function payments.refuse_new_product();
