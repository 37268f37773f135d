ALTER TABLE "account_goals" ADD COLUMN "search_partners" text DEFAULT 'data' NOT NULL;--> statement-breakpoint
ALTER TABLE "account_goals" ADD COLUMN "performance_max_conversions" integer;