ALTER TABLE "recommendation_applications" ADD COLUMN "halves" jsonb;--> statement-breakpoint
ALTER TABLE "recommendation_applications" ADD COLUMN "second_state" text;--> statement-breakpoint
ALTER TABLE "recommendation_applications" ADD COLUMN "second_on" date;--> statement-breakpoint
ALTER TABLE "recommendation_applications" ADD COLUMN "second_note" text;--> statement-breakpoint
CREATE INDEX "recommendation_applications_second" ON "recommendation_applications" USING btree ("second_state","second_on");