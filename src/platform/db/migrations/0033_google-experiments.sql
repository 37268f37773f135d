ALTER TABLE "campaigns" ADD COLUMN "experiment_type" text;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "base_campaign_id" bigint;--> statement-breakpoint
ALTER TABLE "recommendation_applications" ADD COLUMN "experiment" jsonb;--> statement-breakpoint
ALTER TABLE "recommendation_applications" ADD COLUMN "experiment_state" text;--> statement-breakpoint
ALTER TABLE "recommendation_applications" ADD COLUMN "experiment_note" text;