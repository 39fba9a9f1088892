// Runs the chat property tests with 20 times as many cases (support/law-cases.ts).
import './composer/attachments.test.ts';
import './chat.property.test.ts';
import './message/links.test.ts';
import './outbox/outbox.test.ts';
import './rules.test.ts';
import './thread/search.test.ts';
import './thread/waveforms.test.ts';
import './message/zoom.test.ts';
