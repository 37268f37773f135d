import FileSearch from 'lucide-react/icons/file-search'
import FlaskConical from 'lucide-react/icons/flask-conical'
import Repeat from 'lucide-react/icons/repeat'
import Undo2 from 'lucide-react/icons/undo-2'
import { Screenshot } from './screenshot.tsx'
import { SectionFrame } from './section-frame.tsx'

const DIFFERENCES = [
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
]

export function Differences() {
  return (
    <SectionFrame
      id="difference"
      title="Advice you can check"
      lead="No figure without the rows it comes from, and no promise without its doubts."
      sunken
    >
      <div className="mt-10 grid items-center gap-10 lg:grid-cols-2">
        <ul className="flex flex-col gap-7">
          {DIFFERENCES.map(({ Icon, title, text }) => (
            <li key={title} className="flex gap-4">
              <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-accent" />
              <div>
                <h3 className="text-lg font-semibold">{title}</h3>
                <p className="mt-1 text-ink-muted text-pretty">{text}</p>
              </div>
            </li>
          ))}
        </ul>
        <Screenshot
          name="evidence"
          alt="The evidence card of a recommendation: its figures, the statistical test, the rows it rests on and the forecast as a range."
          desktop={{ width: 720, height: 760 }}
          phone={{ width: 390, height: 600 }}
        />
      </div>
    </SectionFrame>
  )
}
