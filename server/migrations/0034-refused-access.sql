-- What was refused to whom stands in the trail; operators read it apart from what was done.
create index audit_refused on platform.audit (id) where deed = 'refuseAccess';
