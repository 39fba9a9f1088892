import type { LegalSection } from './LegalDocument.tsx';

/** The terms of service, with all specified numbers. */
export const terms: readonly LegalSection[] = [
  {
    id: 'agreement',
    title: 'This agreement',
    body: (
      <>
        <p>
          Openbell sells a mentorship and trade ideas to people who trade options for their own account. By
          creating an account, by starting a trial or by paying, you agree to these terms. If you do not
          agree, do not use the service.
        </p>
        <p>
          The service is made for residents of the United States. You must be at least 18 years old and able
          to enter into a contract.
        </p>
      </>
    ),
  },
  {
    id: 'account',
    title: 'Your account',
    body: (
      <>
        <p>
          Your account is yours alone. Keep your password to yourself, give us an e-mail address that reaches
          you, and tell us at once when somebody else has used your account. You answer for what is done with
          it until then.
        </p>
        <p>
          You may delete your account at any time from your profile. A running subscription is cancelled with
          it.
        </p>
      </>
    ),
  },
  {
    id: 'trial',
    title: 'Trial',
    body: (
      <>
        <p>
          A trial lasts 3 days. During the trial you have the whole of the service. You may cancel at any
          moment of it, and then pay nothing. If you do not cancel, the plan that you chose begins when the
          trial ends, at the price that was shown to you.
        </p>
        <p>
          Where a page on which you sign up offers a longer trial (the pricing page offers 7 days), the longer
          one holds for you. One trial is given to a person.
        </p>
      </>
    ),
  },
  {
    id: 'renewal',
    title: 'Payment and renewal',
    body: (
      <>
        <p>
          A subscription is monthly or yearly and is paid in advance, by card or through a wallet provider. It
          renews by itself at the end of each period, with the payment method that you gave, until you cancel.
        </p>
        <ul>
          <li>
            After a yearly term, you may go on month by month: each month then costs 10% of the yearly price.
          </li>
          <li>After a biannual term, each month costs 5% of the biannual price.</li>
        </ul>
        <p>
          When a payment fails we tell you, try again, and keep your access open for a short time meanwhile.
          If no payment comes, the subscription ends.
        </p>
      </>
    ),
  },
  {
    id: 'cancellation',
    title: 'Cancellation',
    body: (
      <>
        <p>
          You may cancel at any time from your profile. A cancellation takes effect within 2 days. Nothing is
          charged after it, and you keep access until the end of the period that is paid.
        </p>
      </>
    ),
  },
  {
    id: 'refunds',
    title: 'Refund policy',
    body: (
      <>
        <table>
          <thead>
            <tr>
              <th scope="col">Plan</th>
              <th scope="col">When you cancel</th>
              <th scope="col">What you get back</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <th scope="row">Yearly</th>
              <td>Day 31 to day 60</td>
              <td>What you paid less $100, within 25 days</td>
            </tr>
            <tr>
              <th scope="row">Yearly</th>
              <td>From day 61 on</td>
              <td>No refund</td>
            </tr>
            <tr>
              <th scope="row">Monthly, returning member</th>
              <td>The first 3 days</td>
              <td>All of it</td>
            </tr>
          </tbody>
        </table>
        <p>
          Days are counted from the day of payment. Of a yearly plan, day 31 to day 60 is the only window. Ask
          for a refund through the <a href="/#contact">contact form</a>; it goes back to the payment method
          that you used.
        </p>
      </>
    ),
  },
  {
    id: 'conduct',
    title: 'Code of conduct',
    body: (
      <>
        <p>The chat works because people can disagree in it. In every part of the service you will not</p>
        <ul>
          <li>harass, threaten or demean anybody, or publish what is private to somebody else;</li>
          <li>sell, advertise or recruit, or send other members messages that they have not asked for;</li>
          <li>pass on trade ideas, recordings or course material to people who are not members;</li>
          <li>pretend to be somebody else, or to hold a licence or a result that you do not;</li>
          <li>try to move a market, or ask others to;</li>
          <li>attack the service, read it out by machine, or share your access.</li>
        </ul>
        <p>
          Messages that members report are reviewed. Anyone who breaks these rules may lose access to the
          chat, or to the service.
        </p>
      </>
    ),
  },
  {
    id: 'termination',
    title: 'Termination',
    body: (
      <>
        <p>
          We may end your membership at once when you break these terms. Without a cause we may end it with 10
          business days’ notice; what you have paid for the time after that is returned to you.
        </p>
      </>
    ),
  },
  {
    id: 'risk',
    title: 'Investment disclaimer',
    body: (
      <>
        <p>
          <strong>
            Openbell teaches. It does not advise you on your investments, and it does not trade for you.
          </strong>{' '}
          Nothing in the lessons, the chat, the alerts or the trade ideas is a recommendation to buy or to
          sell that takes your circumstances into account. Neither Openbell nor its mentors are your broker or
          your adviser.
        </p>
        <p>
          Options involve risk and are not suitable for everybody. You can lose all that you paid for an
          option, and more than that with some strategies. Most people who trade lose money; 70% of traders
          fail to make money. What worked before need not work again. Read your broker’s “Characteristics and
          Risks of Standardized Options” before you trade, and trade only with money that you can afford to
          lose.
        </p>
        <p>Market data is delayed and may be wrong or late. Do not base an order on it alone.</p>
      </>
    ),
  },
  {
    id: 'property',
    title: 'What belongs to whom',
    body: (
      <>
        <p>
          Lessons, recordings, trade ideas and the site are Openbell’s; you may use them for yourself for as
          long as you are a member. What you write in the chat stays yours; you allow us to store it and to
          show it to the members of that chat.
        </p>
      </>
    ),
  },
  {
    id: 'liability',
    title: 'Liability',
    body: (
      <>
        <p>
          The service is provided as it is. As far as the law allows, we are not liable for losses from
          trades, for lost profit, or for the service being away; and in all cases for no more than what you
          paid us in the twelve months before.
        </p>
      </>
    ),
  },
  {
    id: 'arbitration',
    title: 'Disputes: arbitration in Colorado',
    body: (
      <>
        <p>
          These terms follow the law of the State of Colorado. Talk to us first: most things are settled by
          the <a href="/#contact">contact form</a>. What is not is decided by binding arbitration in Colorado,
          by one arbitrator, person by person and not as a class. Either side may go to a small-claims court
          instead.
        </p>
      </>
    ),
  },
  {
    id: 'changes',
    title: 'Changes to these terms',
    body: (
      <>
        <p>
          When we change these terms we tell you by e-mail. A change takes effect 7 days after that notice. If
          you do not agree with it, cancel before then.
        </p>
      </>
    ),
  },
];
