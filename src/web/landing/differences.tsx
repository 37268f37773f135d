import FileSearch from 'lucide-react/icons/file-search'
import FlaskConical from 'lucide-react/icons/flask-conical'
import Repeat from 'lucide-react/icons/repeat'
import Undo2 from 'lucide-react/icons/undo-2'
import { classes } from '#kit/class-names.ts'
import { Screenshot } from './screenshot.tsx'
import { SectionFrame } from './section-frame.tsx'

/** What others do not show, each pair beside a picture of the screen that does. */
const PROOFS = [
  {
    differences: [
      {
        Icon: FileSearch,
        title: 'Evidence behind every recommendation',
        text: 'Open the card: the exact rows, the period, the statistical test, what speaks against it, and a monthly forecast as a range instead of one flattering number.',
      },
      {
        Icon: Repeat,
        title: 'Same data, same advice',
        text: 'The engine is deterministic: one snapshot of your account always gives the same recommendations. Your brand and the terms that convert are protected from being cut.',
      },
    ],
    picture: {
      name: 'evidence',
      alt: 'A recommendation opened in its list: a chart that shows its claim, before and after, the forecast as a range, and what speaks against it.',
      desktop: { width: 704, height: 760 },
      phone: { width: 390, height: 760 },
    },
  },
  {
    differences: [
      {
        Icon: FlaskConical,
        title: 'Results measured against a control',
        text: 'After a change, the campaign is compared with those you did not touch, with an interval and an honest verdict: better, no change, worse, or not enough data.',
      },
      {
        Icon: Undo2,
        title: 'Apply and undo with one click',
        text: 'See before and after, apply from Pujante, and take it back. Undo checks first whether somebody edited the same thing in the meantime.',
      },
    ],
    picture: {
      name: 'results',
      alt: 'What all applied recommendations did together, as a range, how it added up week by week against what had been forecast, and how many came out which way.',
      desktop: { width: 736, height: 628 },
      phone: { width: 390, height: 600 },
    },
  },
]

export function Differences() {
  return (
    <SectionFrame
      id="difference"
      title="Advice you can check"
      lead="No figure without the rows it comes from, and no promise without its doubts."
      sunken
    >
      {PROOFS.map(({ differences, picture }, at) => (
        <div
          key={picture.name}
          className={classes(
            'grid items-center gap-10 lg:grid-cols-12',
            at === 0 ? 'mt-10' : 'mt-14 lg:mt-16',
          )}
        >
          <ul className="flex flex-col gap-7 lg:col-span-5">
            {differences.map(({ Icon, title, text }) => (
              <li key={title} className="flex gap-4">
                <Icon aria-hidden="true" className="mt-1 size-5 shrink-0 text-ink-faint" />
                <div>
                  <h3 className="text-lg font-semibold text-balance">{title}</h3>
                  <p className="mt-1 text-ink-muted text-pretty">{text}</p>
                </div>
              </li>
            ))}
          </ul>
          <Screenshot
            {...picture}
            className={classes('lg:col-span-7', at % 2 === 1 && 'lg:order-first')}
          />
        </div>
      ))}
    </SectionFrame>
  )
}
