ALTER TABLE "campaigns" ADD COLUMN "portfolio_id" bigint;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "portfolio_name" text;--> statement-breakpoint
ALTER TABLE "campaigns" ADD COLUMN "portfolio_managed" boolean;