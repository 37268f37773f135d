CREATE TABLE "invoice_outbox" (
	"id" uuid PRIMARY KEY NOT NULL,
	"series" text NOT NULL,
	"number" integer NOT NULL,
	"stripe_id" text NOT NULL,
	"stripe_number" text NOT NULL,
	"corrects" text,
	"reason" text,
	"issued_at" timestamp with time zone NOT NULL,
	"recipient" jsonb NOT NULL,
	"description" text NOT NULL,
	"base_cents" integer NOT NULL,
	"percent" integer NOT NULL,
	"quota_cents" integer NOT NULL,
	"total_cents" integer NOT NULL,
	"exemption" text,
	"previous_hash" text,
	"hash" text NOT NULL,
	"state" text NOT NULL,
	"provider_id" text,
	"pdf_url" text,
	"problem" text,
	CONSTRAINT "invoice_outbox_stripe_id_unique" UNIQUE("stripe_id"),
	CONSTRAINT "invoice_outbox_number" UNIQUE("series","number")
);
--> statement-breakpoint
ALTER TABLE "billing_accounts" ADD COLUMN "papers_at" timestamp with time zone;