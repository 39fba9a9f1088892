import type { LegalSection } from './LegalDocument.tsx';

/** The privacy policy: collection, use, cookies, security, rights, third parties, updates, contact. */
export const privacy: readonly LegalSection[] = [
  {
    id: 'collected',
    title: 'What we collect',
    body: (
      <>
        <p>What you give us:</p>
        <ul>
          <li>
            <strong>Account:</strong> name, e-mail address, phone number, password (stored as a hash that
            cannot be turned back), a referral code if you used one; a picture and a few words about you if
            you add them.
          </li>
          <li>
            <strong>Sign-in by Google or Facebook:</strong> your name, e-mail address, picture and the
            provider’s number for you. Never your password there.
          </li>
          <li>
            <strong>Payment:</strong> your plan and your payment history. Card and wallet details go to the
            payment provider; we never see a card number.
          </li>
          <li>
            <strong>Messages:</strong> what you write and attach in the chat, and what you ask through the
            contact form.
          </li>
        </ul>
        <p>
          What comes with using the service: the time of your visits, your address on the network, the kind of
          browser, and whether a message has reached you and has been seen. Pictures that you upload are
          stored without the place and camera data in them.
        </p>
      </>
    ),
  },
  {
    id: 'use',
    title: 'What we use it for',
    body: (
      <>
        <ul>
          <li>to sign you in, to keep your account safe, and to limit guessing and misuse;</li>
          <li>to run your subscription: receipts, renewals, failed payments, cancellations;</li>
          <li>to deliver messages, alerts and, where you asked for them, notifications;</li>
          <li>to answer you, and to fix what does not work.</li>
        </ul>
        <p>We do not sell your data, and we do not build advertising profiles.</p>
      </>
    ),
  },
  {
    id: 'cookies',
    title: 'Cookies and storage',
    body: (
      <>
        <p>
          We set no advertising cookies. Your browser’s own storage keeps what the service needs: the token
          that keeps you signed in, a copy of your profile and of your chats so that they open at once,
          messages that you have not sent yet, where you stopped in a course’s video, how you have set up
          market data and notifications, and your choice of theme. Signing out removes all of it but the
          theme.
        </p>
      </>
    ),
  },
  {
    id: 'security',
    title: 'Security',
    body: (
      <>
        <p>
          Connections are encrypted. Passwords, sign-in tokens and one-time codes are stored only as hashes.
          Files in a chat open for its members alone. Nobody can promise perfect safety: if something happens
          that touches you, we tell you what and when.
        </p>
      </>
    ),
  },
  {
    id: 'rights',
    title: 'Your rights',
    body: (
      <>
        <p>You may</p>
        <ul>
          <li>see what we hold about you, and get a copy of it;</li>
          <li>have what is wrong corrected; most of it you can change in your profile;</li>
          <li>delete your account, from your profile, whenever you like;</li>
          <li>turn off notifications and mails that the service does not need;</li>
          <li>complain to the authority of your state.</li>
        </ul>
        <p>
          When an account is deleted, its profile, picture, sessions and notification tokens go at once;
          messages stay in their chats without your name; payment records stay as long as tax law wants them.
        </p>
      </>
    ),
  },
  {
    id: 'third-parties',
    title: 'Third parties and links',
    body: (
      <>
        <p>
          Payments go through Stripe or PayPal, sign-in by Google or Facebook through those companies, and
          notifications through your browser’s push service, each only when you use it. Links on this site may
          lead to pages of others; their policies hold there, not ours.
        </p>
      </>
    ),
  },
  {
    id: 'age',
    title: 'Age and place',
    body: (
      <>
        <p>
          The service is for adults of 18 and older who live in the United States. We do not knowingly collect
          data of anybody younger.
        </p>
      </>
    ),
  },
  {
    id: 'updates',
    title: 'Policy updates',
    body: (
      <>
        <p>
          When this policy changes, the new one stands here with its date, and members hear of it by e-mail
          before it holds.
        </p>
      </>
    ),
  },
  {
    id: 'contact-us',
    title: 'Contact',
    body: (
      <>
        <p>
          Questions, or a wish about your data? Use the <a href="/#contact">contact form</a>; a person
          answers.
        </p>
      </>
    ),
  },
];
