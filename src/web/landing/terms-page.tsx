import { paths } from '#kit/paths.ts'
import { Clause, ContactAddress, LegalText } from './legal-text.tsx'
import { When } from './when.tsx'

export function TermsPage() {
  return (
    <LegalText title="Terms">
      <Clause title="What you get">
        <p>
          Access to Pujante for as long as your plan is active: the figures of the advertising
          accounts you connect, up to the number your plan allows, and recommendations on them. What
          each plan contains and costs is on the{' '}
          <a
            href={`${paths.landing()}#pricing`}
            className="text-accent underline underline-offset-3"
          >
            price list
          </a>
          . Creating a user and visiting the demo cost nothing.
        </p>
      </Clause>
      <Clause title="What we ask of you">
        <p>
          Connect only accounts that you are entitled to manage, keep your password to yourself, and
          do not try to reach other people’s data or to overload the service.
        </p>
      </Clause>
      <Clause title="Recommendations are advice">
        <p>
          A recommendation states its evidence and a range, not a promise. Whether to follow it is
          your decision, and what you spend on advertising is between you and Google. Forecasts can
          be wrong; the evidence card says how sure they are. How they came true in all accounts
          helps new ones, as the privacy page says, and you can keep an account out of that.
        </p>
      </Clause>
      <Clause title="Paying and leaving">
        <p>
          Plans are charged by the month<When fact="years">{' or by the year'}</When>, in euros. You
          can leave at the end of whatever period you have paid for; until then everything keeps
          working. Your data is kept for 30 days after that, in case you come back.
        </p>
      </Clause>
      <Clause title="When something fails">
        <p>
          We keep the service running with care, but Google’s interfaces, the network and our own
          software can fail. We do not answer for advertising results or for losses that follow from
          an interruption, as far as the law allows. Your rights as a consumer stay untouched.
        </p>
      </Clause>
      <Clause title="Changes and questions">
        <p>
          If these terms change in a way that matters to you, we write to you before. Questions go
          to <ContactAddress />.
        </p>
      </Clause>
    </LegalText>
  )
}
