ALTER TABLE "billing_accounts" ADD COLUMN "pending_plan" text;--> statement-breakpoint
ALTER TABLE "billing_accounts" ADD COLUMN "pending_plan_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "billing_accounts" ADD COLUMN "pending_plan_url" text;--> statement-breakpoint
ALTER TABLE "billing_accounts" ADD COLUMN "pending_plan_cents" integer;