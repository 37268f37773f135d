ALTER TABLE "campaign_day" ADD COLUMN "all_conversions_micros" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "campaign_month" ADD COLUMN "all_conversions_micros" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
-- What was pulled before lacks the new column: everything older than what the next sync restates is pulled again.
UPDATE "sync_states" SET "backfilled_from" = greatest("backfilled_from", (now() AT TIME ZONE 'UTC')::date - 28) WHERE "backfilled_from" IS NOT NULL;
