ALTER TABLE "billing_accounts" ADD COLUMN "interval" text;--> statement-breakpoint
ALTER TABLE "billing_accounts" ADD COLUMN "paid_interval" text;--> statement-breakpoint
ALTER TABLE "billing_accounts" ADD COLUMN "pending_interval" text;