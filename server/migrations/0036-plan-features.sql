-- What a plan lists as included is there today; what the apps of sites and clinics will bring says that it is coming.
update payments.plans
set features = case product
  when 'sites' then
    array[features[1], 'A web address of its own', 'Metric or imperial units', 'As many people as you invite',
      'Coming: animal records']
  else
    array[features[1], 'A web address of its own', 'As many people as you invite',
      'Coming: medical records and a customer directory', 'Coming: signed prescriptions and printed labels']
  end;
