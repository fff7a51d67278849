-- The site app stands: what it does is part of every site's plan, and no longer said to be coming.
update payments.plans
set features = array[features[1], 'Animal records, treatments and withdrawal times', 'Ship lists that keep held animals back',
  'A web address of its own', 'As many people as you invite']
where product = 'sites';
