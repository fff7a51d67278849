-- Taking somebody's right to invite now ends what they had sent, in the same transaction. What was sent by those
-- who lost it before is ended here, so that it does not open again when they come back.
update customers.invites as i set status = 'revoked', version = version + 1
where i.status = 'sent' and not exists (
  select from customers.members as m
  where m.place_id = i.place_id and m.user_id = i.invited_by
    and m.role in ('Owner', 'Admin') and m.place_deleted_at is null);
