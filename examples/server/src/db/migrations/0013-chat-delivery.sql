-- A message is projected again for the members who have muted its sender.
create index user_mutes_muted on user_mutes (muted_id);
-- Positions change with each message; free space keeps the new row version on its page.
alter table chat_members set (fillfactor = 70);
-- A post updates the row of its chat, which orders the posts; the time never goes back.
alter table chats add column last_message_at timestamptz;
alter table chats set (fillfactor = 50);
