CREATE TABLE "team_handovers" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"heir_id" uuid NOT NULL,
	"offered_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "webhook_messages" DROP CONSTRAINT "webhook_messages_webhook";
--> statement-breakpoint
ALTER TABLE "webhook_occasions" DROP CONSTRAINT "webhook_occasions_webhook";
--> statement-breakpoint
ALTER TABLE "report_deliveries" DROP CONSTRAINT "report_deliveries_run";
--> statement-breakpoint
ALTER TABLE "report_runs" DROP CONSTRAINT "report_runs_schedule";
--> statement-breakpoint
ALTER TABLE "team_handovers" ADD CONSTRAINT "team_handovers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "team_handovers" ADD CONSTRAINT "team_handovers_heir_id_users_id_fk" FOREIGN KEY ("heir_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_messages" ADD CONSTRAINT "webhook_messages_webhook" FOREIGN KEY ("user_id","webhook_id") REFERENCES "public"."webhooks"("user_id","id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "webhook_occasions" ADD CONSTRAINT "webhook_occasions_webhook" FOREIGN KEY ("user_id","webhook_id") REFERENCES "public"."webhooks"("user_id","id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "report_deliveries" ADD CONSTRAINT "report_deliveries_run" FOREIGN KEY ("user_id","run_id") REFERENCES "public"."report_runs"("user_id","id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "report_runs" ADD CONSTRAINT "report_runs_schedule" FOREIGN KEY ("user_id","schedule_id") REFERENCES "public"."report_schedules"("user_id","id") ON DELETE cascade ON UPDATE cascade;