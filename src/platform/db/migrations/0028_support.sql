CREATE TABLE "customer_care" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"manager_name" text,
	"manager_email" text,
	"wording" text
);
--> statement-breakpoint
CREATE TABLE "support_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"side" text NOT NULL,
	"author_name" text NOT NULL,
	"body" text NOT NULL,
	"written_at" timestamp with time zone NOT NULL,
	"promised_hours" integer
);
--> statement-breakpoint
ALTER TABLE "customer_care" ADD CONSTRAINT "customer_care_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "support_messages" ADD CONSTRAINT "support_messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "support_messages_thread" ON "support_messages" USING btree ("user_id","written_at");