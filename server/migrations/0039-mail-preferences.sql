-- Which news somebody has mailed, by topic. No row: all of them. What must be known is mailed whatever stands here.
create table customers.mail_preferences (
  user_id uuid primary key references customers.users on delete cascade,
  roles boolean not null,
  answers boolean not null,
  domains boolean not null,
  -- 1 is what holds without a row.
  version integer not null default 2
);
