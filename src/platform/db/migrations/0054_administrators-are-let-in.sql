UPDATE "users" SET "activated_manually" = true, "is_active" = NOT "deactivated_manually" WHERE "role" = 'admin';
