-- Where the terms and the privacy policy were found that somebody agreed to by creating the account, at `created_at`;
-- null: the installation asked for nothing then.
alter table auth.accounts add column terms_url text, add column privacy_url text;
