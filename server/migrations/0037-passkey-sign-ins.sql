-- Signing in by a passkey alone: whose challenge it is, is known by the answer only.

alter table auth.passkey_challenges
  alter column user_id drop not null,
  drop constraint passkey_challenges_purpose_check,
  add constraint passkey_challenges_purpose_check
    check (purpose in ('enrol', 'sign-in', 'step-up', 'sign-in-alone')),
  add constraint passkey_challenges_whose check ((user_id is null) = (purpose = 'sign-in-alone'));
