-- The first members of a large chat are read with each visit.
create index chat_members_joined on chat_members (chat_id, joined_at, user_id);
