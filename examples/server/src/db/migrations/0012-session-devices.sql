-- What the browser said of itself at the sign-in, for the person to recognise their devices by.
alter table sessions add column user_agent text not null default '';
