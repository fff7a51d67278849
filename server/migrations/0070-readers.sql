-- What each read joins to know who asks: callers, and visits that go on. Whether a visit may go on, by everything that ends one, is
-- asked of platform.reading_callers before it reads anything; here that would cost every read of everybody (decision 0164).
create view platform.readers as
  select c.token_hash, c.user_id, c.session_id from platform.callers c
  union all
  select v.token_hash, v.user_id, v.id
  from platform.staff_visits v
  where v.state = 'running' and v.until > now();
