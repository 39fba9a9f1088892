// Runs the chat property tests with 20 times as many cases (support/property-cases.ts).
import './chat.property.test.ts';
import './outbox/outbox.test.ts';
import './outbox/update.test.ts';
import './thread/loading.test.ts';
