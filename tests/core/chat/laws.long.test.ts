// The laws of the chat engine at twenty times the cases (support/law-cases.ts).
import './attachments.test.ts';
import './chat.property.test.ts';
import './links.test.ts';
import './outbox.test.ts';
import './rules.test.ts';
import './search.test.ts';
import './waveform.test.ts';
import './zoom.test.ts';
