CREATE TABLE "account_inventory" (
	"customer_id" bigint NOT NULL,
	"part" text NOT NULL,
	"rows" jsonb,
	"fetched_at" timestamp with time zone NOT NULL,
	"problem" text,
	CONSTRAINT "account_inventory_customer_id_part_pk" PRIMARY KEY("customer_id","part")
);
--> statement-breakpoint
ALTER TABLE "ads" ADD COLUMN "policy_topics" jsonb;--> statement-breakpoint
ALTER TABLE "conversion_actions" ADD COLUMN "origin" text;--> statement-breakpoint
ALTER TABLE "conversion_actions" ADD COLUMN "attribution_model" text;--> statement-breakpoint
ALTER TABLE "conversion_actions" ADD COLUMN "click_lookback_days" integer;--> statement-breakpoint
ALTER TABLE "keywords" ADD COLUMN "serving_status" text;--> statement-breakpoint
ALTER TABLE "keywords" ADD COLUMN "approval_status" text;