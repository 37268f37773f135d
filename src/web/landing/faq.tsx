import ChevronDown from 'lucide-react/icons/chevron-down'
import { SectionFrame } from './section-frame.tsx'
import { When } from './when.tsx'

const TRIAL =
  ' The first {days} days of your first plan are free: you give a card, and nothing is charged if you cancel before they are over.'

const QUESTIONS = [
  {
    question: 'Is it really free to start?',
    answer: (
      <>
        Creating an account is free and asks for no card, and the demo needs no account at all.
        Working with your own data in the dashboard needs a plan, from €9 a month.
        <When fact="trial">{TRIAL}</When>
        <When fact="no-trial">{' There is no trial of the plans beyond that.'}</When>
      </>
    ),
  },
  {
    question: 'Will Pujante change my campaigns on its own?',
    answer:
      'No. It reads and recommends, and every change waits for your click: you see before and after, Google checks it without doing it, and you can take it back. An account can also be set to read-only.',
  },
  {
    question: 'Do I need a developer token or an API key?',
    answer:
      'No. You authorise Pujante on Google’s own page, and you can withdraw that at any time. If you would rather not connect anything, import a report downloaded from Google Ads.',
  },
  {
    question: 'How do I know that a recommendation is right?',
    answer:
      'Open its evidence card: the rows it rests on, the period, the test with its numbers, what speaks against it and a forecast as a range. Where the data does not carry a claim, Pujante says nothing.',
  },
  {
    question: 'Does a language model decide about my money?',
    answer:
      'No. The numbers come from statistics that give the same answer for the same data, and the texts are written from those numbers.',
  },
  {
    question: 'My account is small. Will I get anything?',
    answer:
      'Keywords and terms with few clicks borrow strength from the rest of your account instead of being judged alone. You get fewer recommendations than a large account, but they rest on something.',
  },
  {
    question: 'How do I pay, and can I change my mind?',
    answer: (
      <>
        By card, <When fact="months">month by month</When>
        <When fact="years">by the month or by the year</When>, on Stripe’s own pages. A larger plan
        begins at once and costs the difference for the days left, which you see before you confirm;
        a smaller one, like a cancellation, takes effect when the time you paid for ends, and can be
        taken back until then.
      </>
    ),
  },
  {
    question: 'What happens to my data when I leave?',
    answer:
      'Disconnecting an account withdraws Pujante’s access at Google. Its data, like that of an ended subscription, is kept for 30 days, in case you come back, and is then deleted.',
  },
]

export function Faq() {
  return (
    <SectionFrame id="faq" title="Questions people ask first">
      <div className="mt-8 grid gap-x-10 border-t border-line lg:grid-cols-2">
        {[QUESTIONS.slice(0, HALF), QUESTIONS.slice(HALF)].map((column) => (
          <div key={column[0]?.question}>
            {column.map(({ question, answer }) => (
              <details key={question} className="group border-b border-line">
                <summary className="flex list-none items-center justify-between gap-4 py-4 text-lg font-medium [&::-webkit-details-marker]:hidden">
                  {question}
                  <ChevronDown
                    aria-hidden="true"
                    className="size-5 shrink-0 text-ink-faint transition-transform group-open:rotate-180"
                  />
                </summary>
                <p className="pb-5 text-ink-muted text-pretty">{answer}</p>
              </details>
            ))}
          </div>
        ))}
      </div>
    </SectionFrame>
  )
}

/** Two columns that open apart: what is read in one moves nothing in the other. */
const HALF = Math.ceil(QUESTIONS.length / 2)
