CREATE TABLE "processes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_windows" (
	"key" text PRIMARY KEY NOT NULL,
	"calls" integer NOT NULL,
	"ends_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "account_changes" ADD COLUMN "process_id" uuid;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "lane" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "turn" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "tenant" text;--> statement-breakpoint
CREATE INDEX "rate_windows_end" ON "rate_windows" USING btree ("ends_at");--> statement-breakpoint
CREATE INDEX "account_changes_open" ON "account_changes" USING btree ("customer_id") WHERE outcome in ('sent', 'unknown');--> statement-breakpoint
CREATE INDEX "jobs_next" ON "jobs" USING btree ("lane","turn","run_at") WHERE status = 'waiting';--> statement-breakpoint
CREATE INDEX "jobs_of_tenant" ON "jobs" USING btree ("tenant","lane") WHERE status in ('waiting', 'running');