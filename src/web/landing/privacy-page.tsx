import { Clause, ContactAddress, LegalText } from './legal-text.tsx'

const KEPT = [
  ['Your account', 'name, e-mail, phone if you give one, and a hash of your password.'],
  [
    'Your sessions',
    'when they began and were last used, the browser and the network address, so that you can see and end them. Administrators see them only as totals and as the time of your last visit.',
  ],
  [
    'Your Google Ads data',
    'accounts, campaigns, ad groups, ads, keywords, search terms, audiences and their daily figures, of the accounts you choose to connect or import.',
  ],
  [
    'The pages your ads lead to',
    'their address, whether they answer, their title and their headings. Pujante opens the public pages of active ads as a visitor without cookies would, as far as their robots.txt allows, to see whether they work; whoever may change an account’s settings can switch it off there, and what was seen is deleted.',
  ],
  [
    'Google’s permission',
    'the token that lets Pujante read those accounts, encrypted with AES-256-GCM.',
  ],
  [
    'Your subscription',
    'plan, state, dates and, of the default card, its last four digits and its expiry. The card number itself is typed on Stripe’s pages and never reaches us.',
  ],
] as const

export function PrivacyPage() {
  return (
    <LegalText title="Privacy">
      <Clause title="In short">
        <p>
          Pujante keeps what it needs to show you your advertising accounts and advise you on them.
          It shows no advertising, sells nothing about you, and loads no analytics or other scripts
          of third parties.
        </p>
      </Clause>
      <Clause title="What is kept">
        <ul className="flex list-disc flex-col gap-2 pl-5">
          {KEPT.map(([what, text]) => (
            <li key={what}>
              <strong className="font-semibold text-ink">{what}:</strong> {text}
            </li>
          ))}
        </ul>
      </Clause>
      <Clause title="What it is used for">
        <p>
          To show you the figures of your accounts and to work out recommendations for them, and for
          nothing else. Two things are learned from all accounts together, as sums without amounts,
          names or words: how near the forecasts of each kind of recommendation came to what was
          measured, and how conversions followed budgets that were changed. Another customer’s
          accounts learn from them only where at least five customers have them and none is most of
          it, and whoever may change an account’s settings can take it out of them there, at once.
          Beyond that nobody’s data is mixed with that of other customers. Pujante’s use of
          information received from Google APIs adheres to the Google API Services User Data Policy,
          including its Limited Use requirements.
        </p>
      </Clause>
      <Clause title="Who else receives it">
        <p>
          Google, when Pujante asks it for your accounts; Stripe, which takes the payments and
          issues the invoices for us and to whom go your name, your e-mail and what you type on its
          pages (card, address, tax id); and the mail provider that delivers our messages to you.
          Each receives only what that takes. For this installation they are:
        </p>
        <ul data-processors className="flex list-disc flex-col gap-2 pl-5">
          <li>the vendors named above</li>
        </ul>
      </Clause>
      <Clause title="Cookies">
        <p>
          Two: one keeps you logged in, the other lets us tell you by e-mail when somebody logs in
          from a browser that was not yours before; no script can read them. If you choose a colour
          theme or narrow rows, one more each keeps that choice, so that pages come with it. The
          name and e-mail shown in the menu stay in your browser’s own storage.
        </p>
      </Clause>
      <Clause title="How long, and how to end it">
        <p>
          You can disconnect an account at any time: Pujante’s permission at Google is withdrawn
          with the last account of that authorisation, and the data is deleted after 30 days. You
          can also withdraw the permission on Google’s own page. After the end of a subscription its
          accounts are kept for 30 days too; we write 7 days and 1 day before deleting them. When
          your user is deleted, its data goes with it. Invoices stay at Stripe for as long as tax
          law asks.
        </p>
        <p>
          Visits, the record of what administrators do and that of texts worded by a language model
          are kept for <span data-keep-days>365</span> days.
        </p>
        <p>
          In the settings of your account you can download a copy of everything kept about you, and
          delete your account: it goes with everything after 14 days in which you can change your
          mind, and what stays is a line without your name that proves it. You may also ask for a
          correction, and complain to your data protection authority (in Spain, the AEPD).
        </p>
      </Clause>
      <Clause id="contact" title="Contact">
        <p>
          Write to us at <ContactAddress />. The same address is at the foot of the e-mails we send.
        </p>
      </Clause>
    </LegalText>
  )
}
